interface SignInError {
  readonly title: string
  readonly text: string
}

const providerFailed: SignInError = {
  title: 'Sign-in with the provider failed',
  text: 'You canceled it, it took too long, or the provider had an error. Try again, or sign in with an email link.',
}

const errors: Readonly<Record<string, SignInError>> = {
  Verification: {
    title: 'This link no longer works',
    text: 'A sign-in link works once, expires in 10 minutes, and is replaced by a newer one. Request a new link.',
  },
  EmailSignin: {
    title: 'We couldn’t send the email',
    text: 'Check the email address. If it is correct, the mail server rejected the email. Try again in a few minutes.',
  },
  EmailNotVerified: {
    title: 'Your email address is not verified',
    text: 'The provider has not verified your email address. Verify it there and try again, or sign in with an email link.',
  },
  SignUpClosed: {
    title: 'You need an invitation',
    text: 'No account has this email address, and this service gives none without an invitation. Ask an owner or admin of your organization to invite it, or sign in with the address that was invited.',
  },
  OAuthSignin: providerFailed,
  OAuthCallback: providerFailed,
  Callback: providerFailed,
  AccessDenied: {
    title: 'This address can’t sign in',
    text: 'Use the email address that you were invited with.',
  },
}

const unknownError: SignInError = {
  title: 'Sign-in failed',
  text: 'Something went wrong on our side. Request a new link. If the problem continues, contact the operator of this service.',
}

/** Explains a next-auth error code. */
export function getSignInError(code: string): SignInError {
  return (Object.hasOwn(errors, code) ? errors[code] : undefined) ?? unknownError
}

/** Returns whether the page belongs to a sign-in link that is unknown or used, or to no sign-in at all. */
export function isUnknownLink(code: string): boolean {
  return code === 'Verification' || !Object.hasOwn(errors, code)
}
