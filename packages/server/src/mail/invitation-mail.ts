import { html } from 'hono/html'

/** The contents of an invitation. */
export interface Invitation {
  readonly orgName: string
  readonly link: string
}

/** Renders the email that invites a user to an organization. */
export function invitationMail(
  host: string,
  { orgName, link }: Invitation,
): { subject: string; text: string; html: string } {
  const body = html`<!doctype html>
<html lang="en">
  <body style="font-family: system-ui, sans-serif; line-height: 1.5; color: #1f2933">
    <p>You're invited to join <strong>${orgName}</strong> on the Bridge Service at ${host}:</p>
    <p>
      <a href="${link}" style="display: inline-block; padding: 10px 20px; border-radius: 6px; background: #0b7285; color: #ffffff; text-decoration: none">Accept invitation</a>
    </p>
    <p>Sign in with the email address that received this invitation. The link works once and expires in 7 days.</p>
  </body>
</html>`
  return {
    subject: `You're invited to join ${orgName}`,
    text: `You're invited to join ${orgName} on the Bridge Service at ${host}:\n\n${link}\n\nSign in with the email address that received this invitation. The link works once and expires in 7 days.\n`,
    html: String(body),
  }
}
