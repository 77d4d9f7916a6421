declare module "virtual:guides" {
  /** The guides of rest-adapter/guides, in their order, as HTML. */
  export const guides: { name: string; title: string; html: string }[];
  /** Returns a guide with the real address of the service. */
  export function withAddress(guide: string, origin: string): string;
}

declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  export default function SwaggerUI(options: object): void;
}
