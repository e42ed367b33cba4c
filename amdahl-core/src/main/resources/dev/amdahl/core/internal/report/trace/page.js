'use strict';
(() => {
  const trace = JSON.parse(document.getElementById('trace').textContent);
  const colour = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const [ink, soft, paper, track, line, busy] = ['ink', 'soft', 'paper', 'ground', 'line', 'productive'].map(colour);
  const AXIS = 24, OVERVIEW = 26, GAP = 5;
  const byId = id => document.getElementById(id);
  const make = (tag, text, style) => {
    const node = document.createElement(tag);
    if (text !== undefined) node.textContent = text;
    if (style) node.className = style;
    return node;
  };

  // Delta-coded starts become absolute; the kinds and names are indices into the tables of the trace.
  const rows = [];
  for (const lane of trace.lanes) {
    lane.rows.forEach((row, depth) => {
      let at = 0;
      const start = Float64Array.from(row.s, delta => (at += delta));
      rows.push({lane, depth, start, length: Float64Array.from(row.d), kind: row.k, name: row.n, height: lane.height});
    });
  }
  let y = AXIS + OVERVIEW + GAP;
  rows.forEach((row, i) => {
    if (i > 0 && rows[i - 1].lane !== row.lane) y += row.lane.joined ? 1 : GAP;
    row.y = y;
    y += row.height + 1;
  });
  const HEIGHT = y + GAP, SPAN = Math.max(1, trace.span_ns);
  let from = 0, to = SPAN, needle = '', measure = null;

  const canvas = byId('view'), pen = canvas.getContext('2d');
  let width = 0, LEFT = 190;
  const plot = () => width - LEFT - 10;
  const x = t => LEFT + plot() * (t - from) / (to - from);
  const t = px => from + (to - from) * (px - LEFT) / plot();
  const time = ns => {
    const a = Math.abs(ns);
    if (a >= 1e9) return (ns / 1e9).toFixed(a >= 1e10 ? 2 : 3) + ' s';
    if (a >= 1e6) return (ns / 1e6).toFixed(3) + ' ms';
    if (a >= 1e3) return (ns / 1e3).toFixed(2) + ' us';
    return Math.round(ns) + ' ns';
  };
  // First interval of a row that ends after an instant: the intervals of a row do not overlap.
  const first = (row, at) => {
    let low = 0, high = row.start.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (row.start[mid] + row.length[mid] < at) low = mid + 1; else high = mid;
    }
    return low;
  };
  const nameOf = (row, i) => trace.names[row.name[i]];
  const hit = (row, i) => needle && nameOf(row, i).toLowerCase().includes(needle);

  function draw() {
    const scale = devicePixelRatio || 1;
    width = canvas.clientWidth;
    LEFT = width < 560 ? 84 : 190;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(HEIGHT * scale);
    canvas.style.height = HEIGHT + 'px';
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.fillStyle = paper;
    pen.fillRect(0, 0, width, HEIGHT);
    pen.font = '11px system-ui,DejaVu Sans,sans-serif';
    pen.textBaseline = 'middle';
    axis();
    overview();
    rows.forEach(drawRow);
    if (measure) {
      const a = x(Math.min(measure[0], measure[1])), b = x(Math.max(measure[0], measure[1]));
      pen.globalAlpha = .18;
      pen.fillStyle = busy;
      pen.fillRect(a, AXIS, b - a, HEIGHT - AXIS);
      pen.globalAlpha = 1;
    }
    byId('range').textContent = 'shown: ' + time(from) + ' to ' + time(to) + ' (' + time(to - from) + ')'
      + (measure ? ', measured: ' + time(Math.abs(measure[1] - measure[0])) : '');
  }

  function axis() {
    const rough = (to - from) / Math.max(2, plot() / 110), power = Math.pow(10, Math.floor(Math.log10(rough)));
    const step = [1, 2, 5, 10].map(m => m * power).find(s => s >= rough);
    pen.fillStyle = soft;
    pen.strokeStyle = line;
    pen.textAlign = 'center';
    for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
      const px = x(at);
      pen.beginPath();
      pen.moveTo(px, AXIS - 4);
      pen.lineTo(px, HEIGHT);
      pen.stroke();
      const label = time(at);
      pen.fillText(label, Math.min(px, width - pen.measureText(label).width / 2 - 2), 9);
    }
  }

  // The whole trace, busy share of all streams, with the window that is shown.
  function overview() {
    const top = AXIS, n = trace.overview.length, w = plot() / n;
    pen.fillStyle = track;
    pen.fillRect(LEFT, top, plot(), OVERVIEW - 6);
    pen.fillStyle = busy;
    trace.overview.forEach((share, i) => {
      const h = (OVERVIEW - 6) * share;
      pen.fillRect(LEFT + i * w, top + OVERVIEW - 6 - h, Math.max(1, w), h);
    });
    pen.strokeStyle = ink;
    pen.strokeRect(LEFT + plot() * from / SPAN, top + .5, Math.max(2, plot() * (to - from) / SPAN), OVERVIEW - 7);
    pen.fillStyle = soft;
    pen.textAlign = 'right';
    pen.fillText(LEFT < 100 ? 'busy share' : 'busy share, all of it', LEFT - 8, top + 9);
  }

  function drawRow(row) {
    pen.fillStyle = track;
    pen.fillRect(LEFT, row.y, plot(), row.height);
    if (row.depth === 0) {
      pen.fillStyle = row.lane.joined ? soft : ink;
      pen.textAlign = 'right';
      let label = row.lane.name;
      while (label.length > 4 && pen.measureText(label).width > LEFT - 14) label = label.slice(0, -2) + '…';
      pen.fillText(label, LEFT - 8, row.y + row.height / 2);
    }
    pen.textAlign = 'left';
    let drawn = LEFT;
    for (let i = first(row, from); i < row.start.length && row.start[i] < to; i++) {
      const a = Math.max(LEFT, x(row.start[i])), b = Math.min(width - 10, x(row.start[i] + row.length[i]));
      const found = hit(row, i);
      if (b - drawn < .35 && i > 0 && !found) continue;
      const w = Math.max(.8, b - a);
      drawn = a + w;
      pen.globalAlpha = needle && !found ? .25 : 1;
      pen.fillStyle = trace.kinds[row.kind[i]].colour;
      pen.fillRect(a, row.y, w - (w > 3 ? .6 : 0), row.height);
      if (w > 34 && row.height >= 12) {
        pen.save();
        pen.beginPath();
        pen.rect(a, row.y, w - 3, row.height);
        pen.clip();
        pen.fillStyle = trace.kinds[row.kind[i]].text;
        pen.fillText(nameOf(row, i), a + 3, row.y + row.height / 2);
        pen.restore();
      }
    }
    pen.globalAlpha = 1;
  }

  function show(a, b) {
    const span = Math.max(10, Math.min(SPAN, b - a));
    from = Math.max(0, Math.min(SPAN - span, a));
    to = from + span;
    draw();
  }
  const zoom = (factor, at) => show(at - (at - from) * factor, at + (to - at) * factor);

  const spot = event => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  canvas.addEventListener('wheel', event => {
    if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      show(from + (to - from) * event.deltaX / plot(), to + (to - from) * event.deltaX / plot());
    } else {
      zoom(Math.exp(event.deltaY * .0015), t(Math.max(LEFT, spot(event)[0])));
    }
    event.preventDefault();
  }, {passive: false});
  let grip = null;
  canvas.addEventListener('pointerdown', event => {
    const [px, py] = spot(event);
    if (py > AXIS && py < AXIS + OVERVIEW && px > LEFT) {
      const middle = SPAN * (px - LEFT) / plot(), half = (to - from) / 2;
      show(middle - half, middle + half);
      return;
    }
    grip = {px, from, to};
    measure = event.shiftKey ? [t(px), t(px)] : null;
    canvas.setPointerCapture(event.pointerId);
    canvas.focus();
  });
  canvas.addEventListener('pointermove', event => {
    const [px, py] = spot(event);
    if (!grip) return tip(event, px, py);
    if (measure) {
      measure[1] = t(px);
      draw();
    } else {
      const moved = (grip.to - grip.from) * (grip.px - px) / plot();
      show(grip.from + moved, grip.to + moved);
    }
  });
  canvas.addEventListener('pointerup', () => { grip = null; });
  canvas.addEventListener('pointerleave', () => { byId('tip').hidden = true; });
  canvas.addEventListener('keydown', event => {
    const step = (to - from) / 5, middle = (from + to) / 2;
    const action = {
      ArrowLeft: () => show(from - step, to - step), ArrowRight: () => show(from + step, to + step),
      a: () => show(from - step, to - step), d: () => show(from + step, to + step),
      '+': () => zoom(.5, middle), '=': () => zoom(.5, middle), w: () => zoom(.5, middle),
      '-': () => zoom(2, middle), s: () => zoom(2, middle), 0: () => show(0, SPAN)
    }[event.key];
    if (action) {
      action();
      event.preventDefault();
    }
  });
  canvas.addEventListener('dblclick', event => {
    const found = under(...spot(event));
    if (found) {
      const [row, i] = found, pad = row.length[i] * .1 + 5;
      show(row.start[i] - pad, row.start[i] + row.length[i] + pad);
    }
  });

  function under(px, py) {
    const row = rows.find(r => py >= r.y && py <= r.y + r.height);
    if (!row || px < LEFT) return null;
    const slack = 1.5 * (to - from) / plot(), at = t(px), i = first(row, at - slack);
    return i < row.start.length && row.start[i] <= at + slack ? [row, i] : null;
  }
  function tip(event, px, py) {
    const box = byId('tip'), found = under(px, py);
    box.hidden = !found;
    if (!found) return;
    const [row, i] = found, kind = trace.kinds[row.kind[i]].name, name = nameOf(row, i);
    box.textContent = (name === kind ? name : name + '\n' + kind) + '\n' + time(row.length[i]) + ', at ' + time(row.start[i])
      + '\n' + row.lane.name;
    box.style.left = Math.min(event.clientX + 14, innerWidth - 300) + 'px';
    box.style.top = event.clientY + 16 + 'px';
  }

  byId('find').addEventListener('input', event => {
    needle = event.target.value.trim().toLowerCase();
    draw();
  });
  byId('find').addEventListener('keydown', event => { if (event.key === 'Enter') next(); });
  byId('next').addEventListener('click', next);
  byId('all').addEventListener('click', () => show(0, SPAN));
  function next() {
    let best = Infinity, wrapped = Infinity, length = 0;
    const middle = (from + to) / 2 + 1;
    for (const row of rows) {
      for (let i = 0; i < row.start.length; i++) {
        if (!hit(row, i)) continue;
        const at = row.start[i] + row.length[i] / 2;
        if (at > middle && at < best) best = at;
        if (at < wrapped) wrapped = at;
        length = Math.max(length, row.length[i]);
      }
    }
    const at = best < Infinity ? best : wrapped;
    if (at === Infinity) {
      byId('range').textContent = needle ? 'nothing is named like that' : 'type a name first';
      return;
    }
    const half = Math.max(length, Math.min((to - from) / 2, SPAN / 20));
    show(at - half, at + half);
  }

  // Marks all intervals of a name, and goes to the longest.
  function longest(name) {
    byId('find').value = name;
    needle = name.toLowerCase();
    let best = null;
    for (const row of rows) {
      for (let i = 0; i < row.start.length; i++) {
        if (nameOf(row, i) === name && (!best || row.length[i] > best[0].length[best[1]])) best = [row, i];
      }
    }
    const [row, i] = best, pad = row.length[i] * 2 + 5;
    show(row.start[i] - pad, row.start[i] + row.length[i] + pad);
    canvas.scrollIntoView({block: 'nearest'});
    canvas.parentElement.scrollTop = row.y - 60;
  }

  function texts() {
    const known = new Set(trace.names);
    document.title = trace.title + ': account';
    byId('title').textContent = trace.title;
    byId('subtitle').textContent = trace.subtitle;
    trace.lead.forEach(sentence => byId('lead').append(make('p', sentence)));
    byId('notes').textContent = trace.notes.join(' ');
    for (const card of trace.cards) {
      const box = make('div', undefined, 'card');
      box.append(make('div', card.value, 'big'), make('div', card.name, 'soft'));
      byId('cards').append(box);
    }
    const used = new Set(rows.flatMap(row => [...new Set(row.kind)]));
    trace.kinds.forEach((kind, i) => {
      if (!used.has(i)) return;
      const item = make('span'), box = make('i');
      box.style.background = kind.colour;
      item.append(box, kind.name);
      byId('legend').append(item);
    });
    for (const table of trace.tables) {
      byId('tables').append(make('h3', table.title));
      if (table.rows.length === 0) {
        byId('tables').append(make('p', 'none', 'soft'));
        continue;
      }
      const node = make('table'), head = make('tr'), body = make('tbody');
      table.columns.forEach((name, i) => {
        const cell = make('th', name, table.numbers.includes(i) ? 'n' : '');
        cell.scope = 'col';
        head.append(cell);
      });
      table.rows.forEach((values, r) => {
        const tr = make('tr');
        values.forEach((value, i) => {
          const cell = make('td', undefined, table.numbers.includes(i) ? 'n' : value.length < 32 ? 's' : '');
          const place = i === 0 ? table.names[r] : undefined;
          if (place && known.has(place)) {
            const button = make('button', value);
            button.addEventListener('click', () => longest(place));
            cell.append(button);
          } else {
            cell.textContent = value;
          }
          tr.append(cell);
        });
        body.append(tr);
      });
      const top = make('thead');
      top.append(head);
      node.append(top, body);
      byId('tables').append(node);
    }
  }
  // #t=FROM,TO in nanoseconds opens the page on a window, so that a place can be shown to somebody.
  function fromAddress() {
    const window = /^#t=(\d+),(\d+)$/.exec(location.hash);
    if (window) show(Number(window[1]), Number(window[2])); else draw();
  }
  texts();
  addEventListener('resize', draw);
  addEventListener('hashchange', fromAddress);
  fromAddress();
  document.body.dataset.rows = rows.length;
})();
