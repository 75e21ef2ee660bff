'use client'

import { Radio, RadioGroup, Stack } from '@mantine/core'
import { mayOwn, type Role } from '../../lib/permissions.ts'

const roles: readonly { readonly value: Role; readonly label: string; readonly text: string }[] = [
  { value: 'viewer', label: 'Viewer', text: 'Sees connections, members and billing. No records, no requests.' },
  { value: 'member', label: 'Member', text: 'Reads everything and uses the sandbox. Changes nothing else.' },
  { value: 'admin', label: 'Admin', text: 'Also manages company files, apps, keys, members and settings.' },
  { value: 'owner', label: 'Owner', text: 'Also deletes company files and the organization, and makes owners.' },
]

interface RoleChoiceProps {
  readonly value: Role
  readonly onChange: (role: Role) => void
  /** The reader's role. */
  readonly reader: Role
}

/** Chooses a role, and says what each may do. Only owners can choose owner. */
export function RoleChoice({ value, onChange, reader }: RoleChoiceProps) {
  return (
    <RadioGroup label="Role" value={value} onChange={(role) => onChange(role as Role)}>
      <Stack gap="xs" mt={4}>
        {roles
          .filter((role) => role.value !== 'owner' || mayOwn(reader))
          .map(({ value: role, label, text }) => (
            <Radio key={role} value={role} label={label} description={text} />
          ))}
      </Stack>
    </RadioGroup>
  )
}
