import { z } from "zod";
import type { StaffCaller } from "../access/caller.ts";
import type { Organizations } from "../access/organization.ts";
import { requireOrganization } from "../access/organizations.ts";
import { answering, changesBetween, ifChanged, recordOf } from "../audit/audit_record.ts";
import { contactEmailField } from "../contact.ts";
import { DomainError } from "../errors.ts";
import {
  inSchema,
  nameField,
  parseInput,
  proseField,
  requiredOr,
  wholeNumberField,
} from "../input.ts";
import { say } from "../messages.ts";
import type { Clock, Randomness, SecretBox } from "../platform.ts";
import { requireVersion } from "../version.ts";
import { secretContext } from "../webhooks/attempt_delivery.ts";
import { generateWebhookSecret } from "../webhooks/webhook_secret.ts";
import { defaultTexts, textFor } from "./default_texts.ts";
import {
  emailKinds,
  type EmailLanguage,
  emailLanguages,
  maxSubject,
  maxText,
  type Placeholder,
  placeholders,
  stoppableKinds,
} from "./email_kind.ts";
import {
  type EmailFigures,
  type EmailSettings,
  type EmailStore,
  type EmailText,
  noEmail,
} from "./email_settings.ts";
import type { Mailing } from "./mailer.ts";
import { momentOf, type RenderedMail, renderMail, unknownPlaceholders } from "./render_mail.ts";

/** The figures are of so many days. */
const figureDays = 30;

/** The settings as an ADMIN sees them. */
export interface EmailView extends Omit<EmailSettings, "organizationId"> {
  /** The texts of kinds that the organization has no own ones for. */
  defaults: typeof defaultTexts;
  /** What a text can name, in braces. */
  placeholders: readonly Placeholder[];
  /** The address that mails come from; null if the operator has configured no mail server. */
  from: string | null;
}

/** The settings with what happened in the last 30 days. */
export interface EmailOverview extends EmailView {
  figures: EmailFigures;
}

type ReadPorts = Clock & Mailing & { emailStore: EmailStore };

function toView(
  { kinds, senderName, replyTo, language, texts, version }: EmailSettings,
  { mailer }: Mailing,
): EmailView {
  const settings = { kinds, senderName, replyTo, language, texts, version };
  return { ...settings, defaults: defaultTexts, placeholders, from: mailer?.from ?? null };
}

/** Returns the e-mail settings of the caller's organization. */
export async function getEmail(
  ports: ReadPorts,
  { organizationId }: Pick<StaffCaller, "organizationId">,
): Promise<EmailOverview> {
  const since = ports.now().subtract({ hours: figureDays * 24 });
  const [settings = noEmail(organizationId), figures] = await Promise.all([
    ports.emailStore.find(organizationId),
    ports.emailStore.figures(organizationId, since),
  ]);
  return { ...toView(settings, ports), figures };
}

const kindField = z.enum(emailKinds, {
  error: requiredOr("mustBe", { what: `one of ${emailKinds.join(", ")}` }),
});
const languageField = z.enum(emailLanguages, {
  error: requiredOr("mustBe", { what: `one of ${emailLanguages.join(", ")}` }),
});

function templateField(max: number, description: string) {
  return proseField(max, description).superRefine((text, context) => {
    if (text.trim() === "") context.addIssue({ code: "custom", message: inSchema("empty") });
    const [unknown] = unknownPlaceholders(text);
    if (unknown === undefined) return;
    const message = inSchema("unknownPlaceholder", {
      name: unknown,
      list: placeholders.join(", "),
    });
    context.addIssue({ code: "custom", message });
  });
}

const textInput = z.object({
  subject: templateField(maxSubject, "Subject of the mail"),
  text: templateField(maxText, "Text of the mail"),
});
const textsOfKind = z.partialRecord(languageField, textInput);

/** Input of the settings. Fields that are absent stay as they are. */
export const updateEmailInput = z.object({
  kinds: z.array(kindField).optional(),
  senderName: nameField(100, "Name of the sender").nullable().optional(),
  replyTo: contactEmailField.optional(),
  language: languageField.optional(),
  texts: z.partialRecord(kindField, textsOfKind).optional(),
  version: wholeNumberField(
    0,
    Infinity,
    "The version that was read, 0 before the first save; the save is refused if there is a newer one",
  ).optional(),
});

type SavePorts = ReadPorts & Randomness & { organizations: Organizations; secretBox: SecretBox };

/**
 * Changes the e-mail settings of the caller's organization. Throws VALIDATION_ERROR, and CONFLICT if `version` is not the
 * present one, or if a kind is switched on while the operator has configured no mail server.
 */
export async function updateEmail(
  ports: SavePorts,
  { organizationId, actor }: StaffCaller,
  input: unknown,
): Promise<EmailView> {
  const { version: read, ...wanted } = parseInput(updateEmailInput, input);
  const present = await ports.emailStore.find(organizationId) ?? noEmail(organizationId);
  requireVersion(present, read);
  const kinds = emailKinds.filter((kind) => (wanted.kinds ?? present.kinds).includes(kind));
  if (!ports.mailer && kinds.some((kind) => !present.kinds.includes(kind))) {
    throw new DomainError("CONFLICT", say("noMailServer"));
  }
  const settings: EmailSettings = {
    ...present,
    kinds,
    senderName: wanted.senderName === undefined ? present.senderName : wanted.senderName,
    replyTo: wanted.replyTo === undefined ? present.replyTo : wanted.replyTo,
    language: wanted.language ?? present.language,
    texts: (wanted.texts as EmailSettings["texts"] | undefined) ?? present.texts,
  };
  const organization = await requireOrganization(ports, organizationId);
  const at = ports.now();
  const sealedSecret = ports.secretBox.seal(
    generateWebhookSecret(ports),
    secretContext(organizationId),
  );
  const saved = await ports.emailStore.save(settings, { sealedSecret, at }, (written, before) => {
    // The decisions above are about the settings that were read.
    requireVersion(before ?? noEmail(organizationId), present.version);
    const changes = changesBetween(before ?? noEmail(organizationId), written!, {
      fields: ["kinds", "senderName", "replyTo", "language"],
      // Too long for a list of changes.
      hidden: ["texts"],
    });
    const by = answering(actor, toView(written!, ports));
    const action = { actor: by, action: "organization.email_changed", changes, at } as const;
    return ifChanged(recordOf({ ...organization, organizationId }, action));
  });
  return toView(saved, ports);
}

/** Input of a preview: the kind and the language, and a text that is not saved yet. */
export const previewEmailInput = z.object({
  kind: kindField,
  language: languageField,
  text: textInput.optional(),
});

/** Renders a mail with an invented appointment, with the given text or the present one. Sends nothing. */
export async function previewEmail(
  ports: Clock & { emailStore: EmailStore; organizations: Organizations },
  { organizationId, timeZone }: StaffCaller,
  input: unknown,
): Promise<RenderedMail> {
  const { kind, language, text } = parseInput(previewEmailInput, input);
  const [organization, settings] = await Promise.all([
    requireOrganization(ports, organizationId),
    ports.emailStore.find(organizationId),
  ]);
  const tomorrow = ports.now().toZonedDateTimeISO(timeZone).toPlainDate().add({ days: 1 });
  const chosen: EmailText = text ?? textFor(settings?.texts ?? {}, { kind, language });
  return renderMail(chosen, {
    language,
    // Only the place of the link.
    stop: stoppableKinds.includes(kind) ? { url: "…" } : null,
    values: {
      ...momentOf(tomorrow.toPlainDateTime("10:30"), { locale: language, language }),
      ...samples[language],
      reason: kind === "CANCELLATION" ? samples[language].reason : null,
      manageLink: kind === "CANCELLATION" ? null : "https://…",
      organization: organization.name,
    },
  });
}

const samples: Record<EmailLanguage, Record<"name" | "department" | "worker" | "reason", string>> =
  {
    en: {
      name: "Ada Lovelace",
      department: "Passports",
      worker: "Grace Hopper",
      reason: "We are closed that day",
    },
    de: {
      name: "Ada Lovelace",
      department: "Ausweise",
      worker: "Grace Hopper",
      reason: "An diesem Tag ist geschlossen",
    },
  };
