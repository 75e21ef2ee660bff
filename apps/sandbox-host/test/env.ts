/** Returns a child program's variables: the test's own, which set its clock, and more. */
export function inheritEnvironment(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...variables }
}
