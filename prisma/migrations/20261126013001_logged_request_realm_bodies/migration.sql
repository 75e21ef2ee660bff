CREATE INDEX CONCURRENTLY "logged_request_realm_bodies_idx" ON "logged_request"("realmId", "createdAt") INCLUDE ("bodyBytes") WHERE bodies IS NOT NULL;
