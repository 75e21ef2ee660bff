/** Returns variables for a program started by a test: the test's, which set its clock, and more. */
export function inheritEnvironment(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...variables }
}
