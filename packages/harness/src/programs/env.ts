import { programEnvironment } from '@bridge/dev/programs'

/** Returns variables for a program: a deployment's, those setting a test run's clock, if any, and its own. */
export function programVariables(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, NO_FAKE_STAT, TZ } = process.env
  return { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, NO_FAKE_STAT, TZ, ...programEnvironment, ...variables }
}
