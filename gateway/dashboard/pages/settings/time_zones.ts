/** Zones whose name was changed. Browsers list some by their old name, by which nobody looks for them. */
const presentNames: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

const oldNames = new Map(Object.entries(presentNames).map(([old, present]) => [present, old]));

/** Returns the zones to choose from by their present names, and the chosen zone by its own. */
export function listTimeZones(chosen: string): string[] {
  const known = Intl.supportedValuesOf("timeZone").map((zone) => presentNames[zone] ?? zone);
  return [...new Set([chosen, "UTC", ...known])].toSorted();
}

/** Returns whether a typed text finds a zone: a part of its present or old name, with spaces or underscores. */
export function findsTimeZone(typed: string, zone: string): boolean {
  const text = wordsOf(typed);
  const name = zone.replaceAll(" ", "_");
  return [name, oldNames.get(name) ?? ""].some((one) => wordsOf(one).includes(text));
}

function wordsOf(text: string): string {
  return text.replaceAll("_", " ").trim().toLowerCase();
}
