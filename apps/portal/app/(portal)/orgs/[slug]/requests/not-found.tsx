import { GoneRequest } from '../../../../../features/requests/gone-request.tsx'

export default function RequestNotFound() {
  return <GoneRequest />
}
