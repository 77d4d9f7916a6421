import { t } from "./texts.ts";

// In this order: most browsers also name those that they are compatible with. The keys are proper names.
const browsers = {
  Edge: /\bEdg(?:e|A|iOS)?\//,
  Opera: /\bOPR\//,
  Firefox: /\b(?:Firefox|FxiOS)\//,
  Chrome: /(?:Chrome|CriOS)\//,
  Safari: /\bSafari\//,
};

const systems = {
  Windows: /\bWindows\b/,
  Android: /\bAndroid\b/,
  iPhone: /\biPhone\b/,
  iPad: /\biPad\b/,
  macOS: /\bMac OS X\b/,
  ChromeOS: /\bCrOS\b/,
  Linux: /\bLinux\b/,
};

/** Returns a device as people name it: "Firefox on Windows". A program that is no known browser keeps its own name. */
export function deviceText(device: string): string {
  const [browser, system] = [nameIn(device, browsers), nameIn(device, systems)];
  if (browser && system) return t("browserOn", { browser, system });
  return browser || device || t("unknownDevice");
}

function nameIn(device: string, forms: Readonly<Record<string, RegExp>>): string | undefined {
  return Object.entries(forms).find(([, form]) => form.test(device))?.[0];
}
