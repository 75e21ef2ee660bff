import { fillOrganization } from '../test/filled-organization.ts'
import { measureFirstLoad } from '../test/first-load.ts'
import { quickstart } from '../test/quickstart.ts'
import { documentationRoutes, organizationRoutes, publicRoutes } from '../test/routes.ts'
import { signIn, testEmail } from '../test/sign-in.ts'
import { expect, test } from '../test/test.ts'

const { baseUrl } = quickstart()
const maxPublicKilobytes = 240
const maxSignedInKilobytes = 300

test('the JavaScript of every page is within its budget', async ({ page }) => {
  const measured = []
  for (const path of [...publicRoutes, ...documentationRoutes]) {
    measured.push({ ...(await measureFirstLoad(page.request, baseUrl, path)), max: maxPublicKilobytes })
  }
  // After the public pages: a signed-in user is sent from the landing page and the sign-in to the organization.
  await signIn(page, testEmail('budgets'))
  const { path: organization, sandboxId, realmId, clientId, requestId } = await fillOrganization(page)
  const details = [
    `/company-files/${sandboxId}`,
    `/company-files/${sandboxId}/sandbox`,
    `/company-files/${realmId}/set-up`,
    `/company-files/${realmId}/agent`,
    `/company-files/${realmId}/settings`,
    `/apps/${clientId}`,
    `/requests/${requestId}`,
  ]
  for (const path of [...organizationRoutes, ...details]) {
    measured.push({
      ...(await measureFirstLoad(page.request, baseUrl, organization + path)),
      max: maxSignedInKilobytes,
    })
  }
  for (const { path, kilobytes, scripts, max } of measured) {
    process.stdout.write(
      `${String(kilobytes).padStart(5)} kB of ${max}  ${String(scripts).padStart(3)} scripts  ${path}\n`,
    )
  }
  expect(measured.filter(({ kilobytes, max }) => kilobytes > max)).toEqual([])
})
