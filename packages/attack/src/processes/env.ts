import { programEnvironment } from '@bridge/quickstart/programs'

/** Returns variables for a program: those of a deployment, those that set the clock of a test run, if any, and its own. */
export function programVariables(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, NO_FAKE_STAT, TZ } = process.env
  return { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, NO_FAKE_STAT, TZ, ...programEnvironment, ...variables }
}
