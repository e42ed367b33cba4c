// What is wrong with how a page or a drawing looks, given its colours; an empty list for nothing. All that folds is opened first.
(function (allowed) {
  "use strict";
  const wrong = [];
  const root = document.documentElement;
  document.querySelectorAll("details").forEach((one) => { one.open = true; });

  const box = (element) => element.getBoundingClientRect();
  const words = (element) => element.textContent.trim().slice(0, 50);
  const isSeen = (element) => {
    const at = box(element);
    return at.width > 0 && at.height > 0 && getComputedStyle(element).visibility === "visible";
  };
  const rgb = (colour) => colour.match(/[\d.]+/g).map(Number);
  const hex = (colour) => "#" + rgb(colour).slice(0, 3).map((part) => part.toString(16).padStart(2, "0")).join("");
  const isPainted = (colour) => colour !== "none" && (rgb(colour)[3] ?? 1) > 0;
  function luminance(colour) {
    const [r, g, b] = rgb(colour).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  function contrast(one, other) {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  }

  if (root.scrollWidth > innerWidth && !(root instanceof SVGElement)) {
    wrong.push("wider than the window: " + root.scrollWidth);
  }

  // Words of drawings: within the drawing, apart from each other, to be read on what lies below them.
  const drawings = root instanceof SVGElement ? [root] : [...document.querySelectorAll("svg.picture")];
  drawings.filter(isSeen).forEach((svg) => {
    const frame = box(svg);
    const texts = [...svg.querySelectorAll("text")].filter(isSeen);
    texts.forEach((text, i) => {
      const at = box(text);
      if (at.left < frame.left - 1.5 || at.right > frame.right + 1.5 || at.top < frame.top - 3 || at.bottom > frame.bottom + 3) {
        wrong.push("outside its drawing: " + words(text));
      }
      texts.slice(0, i).forEach((other) => {
        const near = box(other);
        if (at.left < near.right - 1 && near.left < at.right - 1 && at.top < near.bottom - 3 && near.top < at.bottom - 3) {
          wrong.push(words(text) + " lies on " + words(other));
        }
      });
      const x = (at.left + at.right) / 2, y = (at.top + at.bottom) / 2;
      const below = [...svg.querySelectorAll("rect, circle")].filter((shape) => {
        const its = box(shape);
        return its.left <= x && x <= its.right && its.top <= y && y <= its.bottom && isPainted(getComputedStyle(shape).fill)
          && shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING;
      }).pop();
      if (below) {
        const ratio = contrast(getComputedStyle(text).fill, getComputedStyle(below).fill);
        if (ratio < 4.5) {
          wrong.push("contrast " + ratio.toFixed(2) + ": " + words(text));
        }
      }
    });
  });

  // Words of the page: within the window, or in a box of their own that scrolls; none cut off.
  const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
  function isInScroller(element) {
    for (let at = element; at; at = at.parentElement) {
      if (scrolls(at)) {
        return true;
      }
    }
    return false;
  }
  const walker = document.createTreeWalker(document.body || root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || element instanceof SVGElement || ["SCRIPT", "STYLE"].includes(element.tagName)
        || !isSeen(element) || element.closest(".skip")) {
      continue;
    }
    const range = document.createRange();
    range.selectNode(walker.currentNode);
    const at = range.getBoundingClientRect();
    if (at.width > 0 && at.height > 5 * at.width) {
      wrong.push("a letter or two a line: " + words(element));
    }
    if (isInScroller(element)) {
      continue;
    }
    const frame = box(element.closest("td, th, .card, main, header") || document.body);
    if (at.right > frame.right + 1.5 || at.left < frame.left - 1.5) {
      wrong.push("out of its box: " + words(element));
    }
    const style = getComputedStyle(element);
    if (/hidden|clip/.test(style.overflow) && (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)) {
      wrong.push("cut off: " + words(element));
    }
  }

  // Colours: one meaning each, by the list.
  const list = new Set(allowed);
  const strange = new Set();
  document.querySelectorAll("*").forEach((element) => {
    if (!isSeen(element) || element.closest("head, canvas, progress, [type=radio]")) {
      return;
    }
    const style = getComputedStyle(element);
    const used = element instanceof SVGElement
      ? (element.tagName === "line" ? [style.stroke] : /^(rect|circle|path|text)$/.test(element.tagName) ? [style.fill, style.stroke] : [])
      : element === root ? [] : [style.color, style.backgroundColor].concat(parseFloat(style.borderTopWidth) > 0 ? [style.borderTopColor] : []);
    used.filter((colour) => /^rgb/.test(colour) && isPainted(colour)).map(hex)
      .filter((colour) => !list.has(colour)).forEach((colour) => strange.add(colour + " of " + element.tagName + "." + element.getAttribute("class")));
  });
  return wrong.concat([...strange].map((one) => "not in the list of colours: " + one));
})
