'use client'

import { Group, Stack, Text } from '@mantine/core'
import { IdText } from '../../components/id-text.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RoleNote } from '../../components/role-note.tsx'
import { Section } from '../../components/section.tsx'
import { mayManage, mayOwn } from '../../lib/permissions.ts'
import { useOrganization } from '../organizations/organization-context.tsx'
import { DeleteOrganization } from './delete-organization.tsx'
import { ExportOrganization } from './export-organization.tsx'
import { RenameOrganization } from './rename-organization.tsx'
import { RequireSecondFactor } from './require-second-factor.tsx'

/** Renames, protects, exports and deletes the organization. */
export function OrganizationSettings() {
  const { id, name, slug, role } = useOrganization()
  return (
    <>
      <PageHeader title="Settings" description="Name, access, data and deletion of this organization." />
      <Stack gap="md">
        {mayManage(role) ? (
          <RenameOrganization key={name} />
        ) : (
          <Section title="Name">
            <Text size="sm">
              <bdi>{name}</bdi>
            </Text>
            <RoleNote needs="admin" to="rename the organization" />
          </Section>
        )}
        <Section title="Identifiers" description="Scripts use the organization ID. The address stays the same.">
          <Group gap="lg">
            <Group gap={6}>
              <Text size="sm">Organization ID</Text>
              <IdText label="Organization ID" value={id} full />
            </Group>
            <Group gap={6}>
              <Text size="sm">Address</Text>
              <IdText label="address" value={`/orgs/${slug}`} full />
            </Group>
          </Group>
        </Section>
        <RequireSecondFactor />
        {mayManage(role) ? (
          <ExportOrganization />
        ) : (
          <Section title="Export">
            <RoleNote needs="admin" to="export the organization" />
          </Section>
        )}
        {mayOwn(role) ? (
          <DeleteOrganization />
        ) : (
          <Section title="Delete this organization">
            <RoleNote needs="owner" to="delete the organization" />
          </Section>
        )}
      </Stack>
    </>
  )
}
