interface SignInFailure {
  readonly title: string
  readonly text: string
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
  AccessDenied: {
    title: 'This address may not sign in',
    text: 'Use the e-mail address that you were invited with.',
  },
}

/** What to tell about an error code of next-auth. */
export const signInFailure = (code: string): SignInFailure =>
  failures[code] ?? {
    title: 'Signing in did not work',
    text: 'Something failed on our side. Ask for a new link; if that fails too, tell the operator of the service.',
  }
