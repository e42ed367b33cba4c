// What is wrong with the page for people who see little, hear it, or use the keyboard alone; an empty list for nothing.
(function () {
  "use strict";
  const wrong = [];

  function channels(colour) {
    const parts = colour.match(/[\d.]+/g).map(Number);
    return { rgb: parts.slice(0, 3), alpha: parts.length > 3 ? parts[3] : 1 };
  }

  function luminance(rgb) {
    const [r, g, b] = rgb.map((value) => {
      const share = value / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function paper(element) {
    for (let at = element; at; at = at.parentElement) {
      const colour = channels(getComputedStyle(at).backgroundColor);
      if (colour.alpha === 1) {
        return colour.rgb;
      }
    }
    return [255, 255, 255];
  }

  function isShown(element) {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === "visible";
  }

  let texts = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    if (!text || !isShown(element) || ["SCRIPT", "STYLE", "title"].includes(element.tagName)) {
      continue;
    }
    texts++;
    const style = getComputedStyle(element);
    const ink = luminance(channels(element instanceof SVGElement ? style.fill : style.color).rgb);
    const back = luminance(paper(element));
    const ratio = (Math.max(ink, back) + 0.05) / (Math.min(ink, back) + 0.05);
    if (ratio < 4.5) {
      wrong.push("contrast " + ratio.toFixed(2) + ": " + text.slice(0, 40));
    }
  }
  if (texts < 30) {
    wrong.push("only " + texts + " texts were looked at");
  }

  document.querySelectorAll("input:not([type=hidden]), textarea, select").forEach((field) => {
    if (field.labels.length !== 1 || !field.labels[0].textContent.trim()) {
      wrong.push("no label: " + field.name);
    }
    const hint = field.getAttribute("aria-describedby");
    if (hint && !document.getElementById(hint)) {
      wrong.push("no hint: " + hint);
    }
  });
  document.querySelectorAll("a, button, progress, section, nav, svg:not([aria-hidden]), [role=group]").forEach((element) => {
    const by = element.getAttribute("aria-labelledby");
    const name = by
      ? (document.getElementById(by) || {}).textContent
      : element.getAttribute("aria-label") || (element.querySelector("title") || element).textContent;
    if (!name || !name.trim()) {
      wrong.push("no name: " + element.outerHTML.slice(0, 80));
    }
  });
  for (const landmark of ["header", "nav", "main", "h1"]) {
    if (document.querySelectorAll(landmark).length !== 1) {
      wrong.push("not one " + landmark);
    }
  }
  const levels = [...document.querySelectorAll("h1, h2, h3, h4")].map((heading) => Number(heading.tagName[1]));
  levels.forEach((level, i) => {
    if (i > 0 && level > levels[i - 1] + 1) {
      wrong.push("a heading is left out before the one of level " + level);
    }
  });
  const seen = new Set();
  document.querySelectorAll("[id]").forEach((element) => {
    if (seen.has(element.id)) {
      wrong.push("twice: id " + element.id);
    }
    seen.add(element.id);
  });
  document.querySelectorAll("[tabindex]").forEach((element) => {
    if (element.tabIndex !== 0) {
      wrong.push("tabindex " + element.tabIndex);
    }
  });
  document.querySelectorAll("a, button, input:not([type=hidden]):not([type=radio])").forEach((target) => {
    const box = target.getBoundingClientRect();
    if (isShown(target) && getComputedStyle(target).display !== "inline" && box.height < 24) {
      wrong.push("too small to hit, " + box.height + " px: " + target.textContent.slice(0, 40));
    }
  });
  document.querySelectorAll("th").forEach((head) => {
    if (isShown(head) && !head.closest(".plain") && !head.scope) {
      wrong.push("no scope: " + head.textContent);
    }
  });
  if (document.documentElement.lang !== "en" || !document.title) {
    wrong.push("no language or no title");
  }
  if (document.documentElement.scrollWidth > window.innerWidth) {
    wrong.push("wider than the window: " + document.documentElement.scrollWidth);
  }
  return wrong;
})();
