(function () {
  "use strict";
  var every = 3000;
  var live = document.getElementById("live");
  var news = document.getElementById("news");
  var shown = "";
  if (live === null) {
    return;
  }
  var waiting = live.getAttribute("data-waiting");

  function say(text) {
    if (news.textContent !== text) {
      news.textContent = text;
    }
  }

  function show(text) {
    if (text === shown) {
      return;
    }
    var next = new DOMParser().parseFromString(text, "text/html").getElementById("live");
    if (next === null) {
      return;
    }
    shown = text;
    live.replaceWith(next);
    live = next;
  }

  function again() {
    window.setTimeout(look, every);
  }

  function look() {
    if (document.hidden) {
      again();
      return;
    }
    fetch("live", { credentials: "same-origin", cache: "no-store" })
      .then(function (reply) {
        if (!reply.ok) {
          throw new Error("status " + reply.status);
        }
        return reply.text();
      })
      .then(function (text) {
        show(text);
        say(live.getAttribute("data-waiting") === waiting ? "" : "What waits has changed. Reload the page to see it.");
      })
      .catch(function () {
        say("What runs cannot be shown now: the server does not answer. Trying again.");
      })
      .then(again);
  }

  again();
})();
