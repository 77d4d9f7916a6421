export { examinationText, examine } from "./examine.ts";
