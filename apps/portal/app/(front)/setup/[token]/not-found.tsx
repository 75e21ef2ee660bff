import { GoneLink } from '../../../../features/set-up/gone-link.tsx'

export default function SetUpNotFound() {
  return <GoneLink />
}
