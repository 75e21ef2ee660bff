/** Returns variables for a program that a test starts: those of the test, which set its clock, and more. */
export function inheritEnvironment(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...variables }
}
