import { guides, withAddress } from "virtual:guides";

const wanted = location.pathname.replace(/^\/docs\/?(guides\/)?/, "");
const guide = guides.find(({ name }) => name === wanted);
const navigation = document.querySelector("nav")!;
const main = document.querySelector("main")!;

const links = [
  { href: "/docs", title: "Reference" },
  ...guides.map(({ name, title }) => ({ href: `/docs/guides/${name}`, title })),
  { href: "/openapi.yaml", title: "OpenAPI" },
];
const current = guide ? `/docs/guides/${guide.name}` : "/docs";
for (const { href, title } of links) {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = title;
  if (href === current) link.setAttribute("aria-current", "page");
  navigation.append(link);
}

if (guide) {
  document.title = `${guide.title} · API documentation`;
  main.className = "guide";
  // Made from our own files when the page was built.
  main.innerHTML = withAddress(guide.html, location.origin);
} else {
  await showReference();
}

async function showReference(): Promise<void> {
  const [{ default: SwaggerUI }] = await Promise.all([
    import("swagger-ui-dist/swagger-ui-es-bundle.js"),
    import("swagger-ui-dist/swagger-ui.css"),
  ]);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", follow);
  follow();
  SwaggerUI({
    url: "/openapi.json",
    domNode: main,
    docExpansion: "list",
    defaultModelsExpandDepth: -1,
    deepLinking: true,
    displayRequestDuration: true,
    tryItOutEnabled: false,
    // Its default asks a server on the internet whether the document is valid.
    validatorUrl: null,
  });
}
