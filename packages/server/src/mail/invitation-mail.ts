import { html } from 'hono/html'

/** What an invitation says. */
export interface Invitation {
  readonly orgName: string
  readonly link: string
}

/** The mail that invites somebody into an organization, as text and as HTML. */
export function invitationMail(
  host: string,
  { orgName, link }: Invitation,
): { subject: string; text: string; html: string } {
  const body = html`<!doctype html>
<html lang="en">
  <body style="font-family: system-ui, sans-serif; line-height: 1.5; color: #1f2933">
    <p>You are invited to join <strong>${orgName}</strong> at the Bridge Service (${host}):</p>
    <p>
      <a href="${link}" style="display: inline-block; padding: 10px 20px; border-radius: 6px; background: #0b7285; color: #ffffff; text-decoration: none">Join</a>
    </p>
    <p>Sign in with the address that this mail was sent to. The link works once and for 7 days.</p>
  </body>
</html>`
  return {
    subject: `Join ${orgName} at ${host}`,
    text: `You are invited to join ${orgName} at the Bridge Service (${host}):\n\n${link}\n\nSign in with the address that this mail was sent to. The link works once and for 7 days.\n`,
    html: String(body),
  }
}
