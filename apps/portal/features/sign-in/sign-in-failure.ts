interface SignInFailure {
  readonly title: string
  readonly text: string
}

const providerFailed: SignInFailure = {
  title: 'The provider did not sign you in',
  text: 'Signing in there was given up, took too long, or failed on their side. Try again, or sign in with a link.',
}

const failures: Readonly<Record<string, SignInFailure>> = {
  Verification: {
    title: 'This link no longer works',
    text: 'A sign-in link works once and for 24 hours. It was used already, has expired, or is not complete. Some mail programs open links before you do.',
  },
  EmailSignin: {
    title: 'The mail could not be sent',
    text: 'Check the e-mail address. If it is right, the mail server refused it; try again in a few minutes.',
  },
  EmailNotVerified: {
    title: 'Your e-mail address is not verified',
    text: 'The provider that you signed in at does not vouch for your e-mail address. Verify it there, then try again, or sign in with a link.',
  },
  OAuthSignin: providerFailed,
  OAuthCallback: providerFailed,
  Callback: providerFailed,
  AccessDenied: {
    title: 'This address may not sign in',
    text: 'Use the e-mail address that you were invited with.',
  },
}

/** What to tell about an error code of next-auth. */
export function signInFailure(code: string): SignInFailure {
  return (
    (Object.hasOwn(failures, code) ? failures[code] : undefined) ?? {
      title: 'Signing in did not work',
      text: 'Something failed on our side. Ask for a new link; if that fails too, tell the operator of the service.',
    }
  )
}
