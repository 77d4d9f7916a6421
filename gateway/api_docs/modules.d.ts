declare module "virtual:guides" {
  /** The guides of rest-adapter/guides, in their order, as HTML. */
  export const guides: { name: string; title: string; html: string }[];
}

declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  export default function SwaggerUI(options: object): void;
}
