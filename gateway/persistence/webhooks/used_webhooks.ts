/**
 * Returns the SQL that is true for a webhook that is switched on. That of e-mail counts as deleted, so that processes of
 * the version before do not see it (core/email/README.md 1).
 */
export function isUsed(webhook: string): string {
  return `${webhook}.is_active and (${webhook}.deleted_at is null or ${webhook}.channel = 'EMAIL')`;
}

/** SQL that is true for attempts of webhooks with a URL. The organization is $1. Mails are in no list of deliveries. */
export const isOfUrl = `webhook_id <> all (
  array(select id from webhooks where organization_id = $1 and channel = 'EMAIL'))`;
