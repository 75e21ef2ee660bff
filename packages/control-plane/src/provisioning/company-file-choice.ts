import { Problem } from '@bridge/faults'
import { printableSchema } from '@bridge/identity/access/name'
import { z } from 'zod'
import { noContent, noInput, operation } from '../operation/operation.ts'
import type { Services } from '../services/services.ts'
import { confirmFoundFile, type FileDecision, forgetFile } from './company-file-choice.store.ts'

/** The name or path of a company file, as an agent reports it. */
export const foundFileSchema = printableSchema.trim().min(1, 'must not be empty').max(1024)

type ChoiceServices = Pick<Services, 'database' | 'clock' | 'changes'>

/**
 * Confirms that the company file an agent found is the realm's.
 *
 * @throws Problem `invalid_request` unless the agent asks for this file now
 */
export async function confirmCompanyFile(
  { database, clock, changes }: ChoiceServices,
  decision: Omit<FileDecision, 'at'>,
  companyFile: string,
): Promise<void> {
  if (!(await confirmFoundFile(database, { ...decision, at: clock() }, companyFile))) {
    throw new Problem(
      'invalid_request',
      'Another company file is open in QuickBooks by now, or the agent is offline. Compare the file shown, and confirm it again.',
    )
  }
  await changes.publish('agents')
}

export const companyFileChoiceOperations = {
  confirmCompanyFile: operation({
    route: 'POST /realms/{realmId}/company-file/confirm',
    summary:
      'Confirms the company file that the agent has found (state `file_unconfirmed`), by its name or path in `companyFile` of the status. Until then, the agent runs no request.',
    about: 'realm',
    role: 'admin',
    input: z.strictObject({ companyFile: foundFileSchema }),
    output: noContent,
    run: async (services, { id, caller }, { companyFile }) => {
      await confirmCompanyFile(services, { realmId: id, caller }, companyFile)
      return undefined
    },
  }),

  chooseCompanyFile: operation({
    route: 'POST /realms/{realmId}/company-file/choose',
    summary:
      'Lets the agent forget its company file. It serves nothing until another one, or the same, was confirmed. For a file that was moved, renamed or wrong.',
    about: 'realm',
    role: 'admin',
    input: noInput,
    output: noContent,
    run: async ({ database, clock, changes }, { id, caller }) => {
      await forgetFile(database, { realmId: id, caller, at: clock() })
      await changes.publish('agents')
      return undefined
    },
  }),
}
