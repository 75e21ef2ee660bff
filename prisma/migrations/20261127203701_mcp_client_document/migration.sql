-- A client with a metadata document is registered once in an organization.
CREATE UNIQUE INDEX CONCURRENTLY "oauth_client_orgId_metadataUrl_key" ON "oauth_client"("orgId", "metadataUrl");
