const errors: Readonly<Record<string, string>> = {
  invalid_request: 'This code is wrong or was used before. Enter the newest code from your app.',
  rate_limited:
    'Too many codes were wrong. Enter a recovery code, or wait: up to an hour at first, and up to a day after many.',
}

/** Explains why a second-factor code was refused. */
export function getChallengeError(code: string): string {
  return (Object.hasOwn(errors, code) ? errors[code] : undefined) ?? 'Something went wrong on our side. Try again.'
}
