import { removeHidden } from '@bridge/identity/access/hidden-characters'
import { roleLabels } from '../../lib/permissions.ts'
import type { CurrentOrganization } from './organization-context.tsx'
import classes from './organization-switcher.module.css'

/** Shows an organization's first letter, its name and the reader's role. */
export function OrganizationName({ organization: { name, role } }: { organization: CurrentOrganization }) {
  return (
    <span className={classes.organization}>
      <span className={classes.initial} aria-hidden>
        {[...removeHidden(name)][0]?.toUpperCase()}
      </span>
      <span className={classes.names}>
        <span className={classes.name}>
          <bdi>{name}</bdi>
        </span>
        <span className={classes.role}>{roleLabels[role]}</span>
      </span>
    </span>
  )
}
