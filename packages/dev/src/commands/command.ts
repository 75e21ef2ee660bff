import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { CommandError } from '../terminal/command-error.ts'

/** Runs a command of `npm run` with its arguments. Returns the exit code. */
export type Command = (args: readonly string[]) => Promise<number>

/** Arguments that a command does not have. */
export class UsageError extends CommandError {}

interface Definition<Options extends ParseArgsOptionsConfig> {
  /** The command's flags; none by default. */
  readonly options?: Options
  /** Runs the command with its flags' values, and with its other arguments. */
  run(flags: Flags<Options>, names: readonly string[]): Promise<number>
}

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: Options }>
>
type Flags<Options extends ParseArgsOptionsConfig> = Parsed<Options>['values']

/** Defines a command with its flags. */
export function defineCommand<const Options extends ParseArgsOptionsConfig>({
  options,
  run,
}: Definition<Options>): Command {
  return (args) => {
    const { values, positionals } = parse(args, options ?? ({} as Options))
    return run(values, positionals)
  }
}

function parse<Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options): Parsed<Options> {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
