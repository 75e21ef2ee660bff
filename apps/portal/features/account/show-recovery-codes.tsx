import { Code, List, ListItem } from '@mantine/core'
import type { ShownSecrets } from '../../components/shown-secrets.ts'

/** Returns new recovery codes for the secrets dialog. */
export function toShownCodes(codes: readonly string[]): ShownSecrets {
  return {
    title: 'Your recovery codes',
    fileName: 'bridge-recovery-codes.env',
    secrets: [{ label: 'Recovery codes', environmentName: 'RECOVERY_CODES', value: codes.join(' ') }],
    note: (
      <>
        If you lose the app, enter one of these instead. Each works once.
        <List listStyleType="none" spacing={4} mt="xs" aria-label="Recovery codes">
          {codes.map((code) => (
            <ListItem key={code}>
              <Code>{code}</Code>
            </ListItem>
          ))}
        </List>
      </>
    ),
  }
}
