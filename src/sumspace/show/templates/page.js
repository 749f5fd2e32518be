// What a page does beyond showing text: tables that sort, charts that fit their room, switches, and where one is.
// Everything is there without it: tables as they are, and every chart as a picture.
"use strict";
(() => {
  // Tables ------------------------------------------------------------------------------------------------------------

  // What a cell counts for when a column of numbers is sorted; null where it has no number.
  function numberOf(text) {
    const plain = text.replace(/\u2212/g, "-").replace(/,(?=\d{3})/g, "").trim();
    if (/^above all/.test(plain)) return Infinity;
    const nearOne = plain.match(/1\s*-\s*10\^?-(\d+(\.\d+)?)/); // a share so near to 1 that it is told by its nines
    if (nearOne) return 100 + Number(nearOne[1]);
    const found = plain.match(/^[~≥≤<>=+\s]*(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)/i);
    return found ? Number(found[1]) : null;
  }

  function compared(a, b, down) {
    if (a === null || b === null) return (a === null) - (b === null); // what is missing comes last either way
    const order = typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a < b ? -1 : a > b ? 1 : 0;
    return down ? -order : order;
  }

  function makeSortable(table) {
    const body = table.tBodies[0];
    const headings = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
    const rows = [...body.rows];
    const asWritten = rows.map((row) => row.cells[0].innerHTML);
    // A first cell that repeats the one above is left empty; it is filled in where rows change places.
    const filled = [...asWritten];
    if (table.hasAttribute("data-blocks")) {
      filled.forEach((cell, i) => { if (!cell.trim() && i) filled[i] = filled[i - 1]; });
    }
    headings.forEach((heading, column) => {
      const isName = heading.classList.contains("name");
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      heading.setAttribute("aria-sort", "none");
      button.addEventListener("click", () => {
        const first = isName ? "ascending" : "descending";
        const second = isName ? "descending" : "ascending";
        const now = heading.getAttribute("aria-sort");
        const next = now === "none" ? first : now === first ? second : "none";
        for (const other of headings) other.setAttribute("aria-sort", other === heading ? next : "none");
        const order = rows.map((row, i) => i);
        if (next !== "none") {
          rows.forEach((row, i) => { row.cells[0].innerHTML = filled[i]; });
          const keys = rows.map((row) => {
            const text = row.cells[column] ? row.cells[column].textContent.trim() : "";
            return isName ? text || null : numberOf(text);
          });
          order.sort((i, j) => compared(keys[i], keys[j], next === "descending") || i - j);
        } else {
          rows.forEach((row, i) => { row.cells[0].innerHTML = asWritten[i]; });
        }
        table.classList.toggle("sorted", next !== "none");
        body.append(...order.map((i) => rows[i]));
      });
    });
  }

  // Charts ------------------------------------------------------------------------------------------------------------

  const letter = 6.2; // how wide a letter of a chart is, on average

  function lines(text, width) {
    const words = (Array.isArray(text) ? text.join(" ") : String(text)).split(" ");
    const most = Math.max(Math.floor(width / letter), 12);
    const broken = [words[0]];
    for (const word of words.slice(1)) {
      const last = broken[broken.length - 1];
      if (last.length + 1 + word.length <= most) broken[broken.length - 1] = `${last} ${word}`;
      else broken.push(word);
    }
    return broken.length > 1 ? broken : broken[0];
  }

  function wrapTitle(holder, key, width) {
    const title = holder[key];
    if (typeof title === "string") holder[key] = lines(title, width);
    else if (title && title.text) {
      title.text = lines(title.text, width);
      if (title.subtitle) title.subtitle = lines(title.subtitle, width);
    }
  }

  const views = (spec) => spec.concat || spec.hconcat || spec.vconcat;
  const naturalWidth = (spec) => {
    const inner = views(spec);
    if (inner) return Math.max(...inner.map(naturalWidth));
    if (spec.spec) return naturalWidth(spec.spec);
    return typeof spec.width === "number" ? spec.width : 300;
  };

  // Fit what is written at a chart's sides, and legends, to a chart so wide within a page so wide.
  function fitText(spec, width, room) {
    for (const part of [spec, ...(spec.layer || [])]) {
      for (const [name, channel] of Object.entries(part.encoding || {})) {
        if (!channel || typeof channel !== "object") continue;
        if (name === "y" && channel.axis) {
          channel.axis.labelLimit = Math.min(channel.axis.labelLimit || 300, Math.max(room * 0.4, 110));
        }
        if (name === "x") {
          if (channel.title) channel.title = lines(channel.title, width + 40);
          if (channel.axis && channel.axis.title) channel.axis.title = lines(channel.axis.title, width + 40);
          if (channel.axis && channel.axis.tickCount) {
            channel.axis.tickCount = Math.min(channel.axis.tickCount, Math.max(Math.floor(width / 55), 2));
          }
        }
        const values = channel.scale && channel.scale.domain;
        if (channel.legend && Array.isArray(values) && ["top", "bottom"].includes(channel.legend.orient || "top")) {
          const longest = Math.max(...values.map((value) => String(value).length));
          const fit = Math.max(Math.floor((room - 60) / (longest * 7 + 40)), 1);
          channel.legend.columns = Math.min(fit, values.length);
        }
      }
    }
    wrapTitle(spec, "title", width + 30);
  }

  // Give a chart, and those within it, their widths; `extra` is what axes and names take of each column.
  function fit(spec, room, extra, whole) {
    const inner = views(spec);
    if (inner) {
      const spacing = spec.spacing ?? 20;
      const inRow = spec.hconcat || (spec.concat && !spec.columns);
      if (inRow) {
        const sum = inner.reduce((total, view) => total + naturalWidth(view), 0);
        const left = room - spacing * (inner.length - 1);
        for (const view of inner) fit(view, left * naturalWidth(view) / sum, extra, whole);
        return inner.length;
      }
      let columns = 1;
      if (spec.concat) {
        const least = 0.75 * naturalWidth(spec) + 60;
        columns = Math.min(Math.max(Math.floor((room + spacing) / (least + spacing)), 1), inner.length);
        columns = Math.ceil(inner.length / Math.ceil(inner.length / columns)); // rows of about the same length
        spec.columns = columns;
      }
      for (const view of inner) fit(view, (room - spacing * (columns - 1)) / columns, extra, whole);
      return columns;
    }
    if (spec.spec) {
      const columns = Math.min(spec.columns || 1, Math.max(Math.floor(room / (0.75 * naturalWidth(spec.spec) + 40)), 1));
      if (spec.columns) spec.columns = columns;
      fit(spec.spec, room / columns, extra, whole);
      return columns;
    }
    const width = Math.max(room - extra, 90);
    if (typeof spec.width !== "object") spec.width = width;
    fitText(spec, width, whole);
    return 1;
  }

  const shown = new Map(); // figures that are drawn: how wide, and what ends them

  async function draw(figure) {
    const place = figure.querySelector(".chart");
    const room = Math.floor(place.clientWidth) - 2;
    if (room < 50 || (shown.has(figure) && shown.get(figure).room === room)) return;
    const before = shown.get(figure);
    shown.set(figure, { room, view: before && before.view });
    const source = figure.querySelector("script[type='application/json']").textContent;
    let extra = 60;
    let stage;
    let view;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const spec = JSON.parse(source);
      delete spec.title; // it stands above, as text
      spec.padding = 4;
      spec.background = null;
      const columns = fit(spec, room, extra, room);
      stage = document.createElement("div");
      if (view) view.finalize();
      view = await window.vegaEmbed(stage, spec, { actions: false, renderer: "svg", tooltip: { theme: "custom" } });
      const over = Number(stage.querySelector("svg").getAttribute("width")) - room;
      if (over <= 0 && over > -6) break;
      extra += (over + 1) / columns;
    }
    if (shown.get(figure).room !== room) { view.finalize(); return; } // the window has changed in the meantime
    place.replaceChildren(stage);
    stage.querySelector("svg").setAttribute("aria-hidden", "true");
    if (before && before.view) before.view.finalize();
    shown.set(figure, { room, view });
  }

  function drawWhenNear(figures) {
    if (!window.vegaEmbed) return;
    const near = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting) draw(entry.target);
    }, { rootMargin: "900px 0px" });
    for (const figure of figures) near.observe(figure);
    let waiting;
    window.addEventListener("resize", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => { for (const figure of [...shown.keys()]) if (!figure.hidden) draw(figure); }, 150);
    });
  }

  // Of figures that differ in what is chosen, one is shown, with a switch for each choice.
  function makeSwitch(group, number) {
    const figures = [...group.querySelectorAll("figure")].map((figure) => (
      { figure, choices: JSON.parse(figure.dataset.choices) }
    ));
    const names = [...new Set(figures.flatMap(({ choices }) => Object.keys(choices)))];
    const chosen = { ...figures[0].choices };
    const bar = document.createElement("div");
    bar.className = "switches";

    function show() {
      for (const { figure, choices } of figures) {
        figure.hidden = !names.every((name) => choices[name] === chosen[name]);
        if (!figure.hidden && shown.has(figure)) draw(figure);
      }
    }

    for (const name of names) {
      const values = [...new Set(figures.map(({ choices }) => choices[name]))];
      if (values.length < 2) continue;
      const set = document.createElement("fieldset");
      const legend = document.createElement("legend");
      legend.textContent = name;
      set.append(legend);
      const choose = (value) => {
        chosen[name] = value;
        if (!figures.some(({ choices }) => names.every((other) => choices[other] === chosen[other]))) {
          Object.assign(chosen, figures.find(({ choices }) => choices[name] === value).choices);
          for (const input of bar.querySelectorAll("input")) input.checked = chosen[input.dataset.of] === input.value;
        }
        show();
      };
      if (values.length > 8) {
        const select = document.createElement("select");
        select.setAttribute("aria-label", name);
        for (const value of values) select.append(new Option(value, value));
        select.addEventListener("change", () => choose(select.value));
        set.append(select);
      } else {
        values.forEach((value) => {
          const label = document.createElement("label");
          const input = document.createElement("input");
          Object.assign(input, { type: "radio", name: `switch-${number}-${name}`, value, checked: value === chosen[name] });
          input.dataset.of = name;
          input.addEventListener("change", () => choose(value));
          label.append(input, document.createTextNode(value));
          set.append(label);
        });
      }
      bar.append(set);
    }
    group.prepend(bar);
    show();
  }

  // Where one is ------------------------------------------------------------------------------------------------------

  function followReader() {
    const links = new Map([...document.querySelectorAll("nav.side a")].map((link) => [link.hash.slice(1), link]));
    const sections = [...document.querySelectorAll("main section[id]")].filter((section) => links.has(section.id));
    const seen = new IntersectionObserver(() => {
      const current = sections.filter((section) => section.getBoundingClientRect().top < 140).pop();
      for (const [id, link] of links) {
        if (current && current.id === id) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    }, { rootMargin: "-139px 0px 0px 0px", threshold: [0, 0.01, 0.1, 0.5, 1] });
    for (const section of sections) seen.observe(section);
  }

  document.documentElement.classList.add("script");
  document.querySelectorAll("table.sortable").forEach(makeSortable);
  document.querySelectorAll(".choices").forEach(makeSwitch);
  drawWhenNear(document.querySelectorAll("figure.live"));
  followReader();
})();
