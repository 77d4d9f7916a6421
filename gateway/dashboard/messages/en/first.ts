import { desk } from "./desk.ts";
import { errors } from "./errors.ts";
import { forms } from "./forms.ts";
import { search } from "./search.ts";
import { shell } from "./shell.ts";
import { today } from "./today.ts";
import { ui } from "./ui.ts";

/** The texts in English that the first page needs, by namespace. */
export const first = {
  desk,
  errors,
  forms,
  search,
  shell,
  today,
  ui,
};
