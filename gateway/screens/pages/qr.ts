import { encodeQR } from "qr";

const svg = "http://www.w3.org/2000/svg";

/** Draws a text as a QR code, dark on white in every theme, because scanners need it. */
export function qrCode(text: string, label: string): SVGElement {
  const rows = encodeQR(text, "raw", { border: 4 });
  const size = String(rows.length);
  const image = document.createElementNS(svg, "svg");
  image.setAttribute("viewBox", `0 0 ${size} ${size}`);
  image.setAttribute("role", "img");
  image.setAttribute("aria-label", label);
  image.setAttribute("shape-rendering", "crispEdges");
  const dark = rows.flatMap((row, y) => row.map((isDark, x) => isDark ? `M${x} ${y}h1v1h-1z` : ""));
  for (const [path, color] of [[`M0 0h${size}v${size}H0z`, "#fff"], [dark.join(""), "#000"]]) {
    const drawn = document.createElementNS(svg, "path");
    drawn.setAttribute("d", path!);
    drawn.setAttribute("fill", color!);
    image.append(drawn);
  }
  return image;
}
