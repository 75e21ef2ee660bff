CREATE INDEX CONCURRENTLY "realm_listing_omits_requests" ON "realm_listing"("orgId") WHERE "omitsRequests";
