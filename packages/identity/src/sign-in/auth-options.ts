import { randomBytes } from 'node:crypto'
import type { AuthOptions } from 'next-auth'
import type { EmailConfig } from 'next-auth/providers/email'
import { ZodError } from 'zod'
import { emailAddressSchema } from '../access/email-address.ts'
import { signInMail, signUpClosedMail } from '../mail/sign-in-mail.ts'
import type { IdentityServices } from '../services/identity-services.ts'
import { sessionCookieName } from '../sessions/session-cookie.ts'
import { signInPages, toLinkPage } from './auth-address.ts'
import { createHashedAdapter } from './hashed-adapter.ts'
import { createOpenIdConnectProvider } from './openid-connect.ts'
import { maySignIn, type SignUpServices } from './sign-up-policy.ts'

/** What signing in needs. */
export interface SignInServices extends IdentityServices, Pick<SignUpServices, 'isExpected'> {
  /** Gives a user without an organization their first one. */
  ensureOrganization(user: { readonly id: string; readonly email: string }): Promise<void>
}

/** How long an emailed link works. */
const emailedLinkSeconds = 10 * 60

/** Creates the next-auth options: email links, an optional OpenID Connect provider, and sessions in the database. */
export function createAuthOptions(
  services: Pick<
    SignInServices,
    'config' | 'database' | 'clock' | 'logger' | 'mailer' | 'ensureOrganization' | 'isExpected'
  >,
): Omit<AuthOptions, 'secret' | 'callbacks'> {
  const { config, logger, mailer, ensureOrganization } = services
  const { host } = new URL(config.baseUrl)
  const secure = config.baseUrl.startsWith('https://')
  const email: EmailConfig = {
    id: 'email',
    type: 'email',
    name: 'Email',
    server: '',
    from: config.smtp?.from ?? '',
    maxAge: emailedLinkSeconds,
    normalizeIdentifier: (identifier) => emailAddressSchema.parse(identifier),
    // Only the address's reader learns whether it has an account.
    sendVerificationRequest: async ({ identifier, url }) => {
      const mayEnter = await maySignIn(services, identifier)
      await mailer.send(identifier, mayEnter ? signInMail(host, toLinkPage(url)) : signUpClosedMail(config.baseUrl))
    },
    // A link has 256 random bits: its hash needs no key, and survives secret rotation.
    secret: '',
    options: {},
  }
  return {
    adapter: createHashedAdapter(services),
    providers: [
      ...(config.signInLinks ? [email] : []),
      ...(config.openIdConnect ? [createOpenIdConnectProvider(config.openIdConnect)] : []),
    ],
    useSecureCookies: secure,
    session: {
      strategy: 'database',
      maxAge: config.sessionHoursMax * 3_600,
      generateSessionToken: () => randomBytes(32).toString('base64url'),
    },
    cookies: {
      sessionToken: {
        name: sessionCookieName(config.baseUrl),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
      },
    },
    pages: signInPages,
    events: {
      async signIn({ user }) {
        if (user.email) await ensureOrganization({ id: user.id, email: user.email })
      },
    },
    logger: {
      error: (code, metadata) => {
        const err = toLoggedError(metadata)
        // Anyone can send invalid email addresses.
        if (err instanceof ZodError) logger.debug({ code }, 'Sign-in with an invalid email address.')
        else logger.error({ code, err }, 'Sign-in failed.')
      },
      warn: (code) => logger.debug({ code }, 'Sign-in warning.'),
      debug: () => undefined,
    },
  }
}

/** Returns the error logged by next-auth, which may be wrapped in an object with details not to be logged. */
function toLoggedError(metadata: Error | { error?: unknown }): unknown {
  return metadata instanceof Error ? metadata : metadata.error
}
