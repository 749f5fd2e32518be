// The controls that pages are made of.

import { h, shortened } from "./workbench.js";

let ids = 0;

/** A label above its control. */
export function field(label, control, hint = null) {
  control.id ||= `field-${(ids += 1)}`;
  const about = hint && h("span", { class: "hint", id: `${control.id}-hint` }, hint);
  if (about) control.setAttribute("aria-describedby", about.id);
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control, about);
}

/** A select whose options are pairs of value and text. */
export function choice(options, chosen, onChange) {
  const entries = options.map(([value, text]) => h("option", { value, selected: value === chosen }, shortened(text, 45)));
  return h("select", { change: (event) => onChange(event.target.value) }, entries);
}
