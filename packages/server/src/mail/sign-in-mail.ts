import { html } from 'hono/html'

/** Renders the email with a sign-in link. */
export function signInMail(host: string, link: string): { subject: string; text: string; html: string } {
  const body = html`<!doctype html>
<html lang="en">
  <body style="font-family: system-ui, sans-serif; line-height: 1.5; color: #1f2933">
    <p>Sign in to the Bridge Service at <strong>${host}</strong>:</p>
    <p>
      <a href="${link}" style="display: inline-block; padding: 10px 20px; border-radius: 6px; background: #0b7285; color: #ffffff; text-decoration: none">Sign in</a>
    </p>
    <p>The link works once and expires in 24 hours. If you didn't request it, you can ignore this email.</p>
  </body>
</html>`
  return {
    subject: `Sign in to ${host}`,
    text: `Sign in to the Bridge Service at ${host}:\n\n${link}\n\nThe link works once and expires in 24 hours. If you didn't request it, you can ignore this email.\n`,
    html: String(body),
  }
}
