-- Adds up the days before, while servers count. Nothing reads more than 30.
INSERT INTO "organization_usage" ("orgId", "day", "clientId", "isSandbox", "requests", "errors")
SELECT realm."orgId", usage."day", usage."clientId", realm."kind" = 'sandbox', sum(usage."requests"), sum(usage."errors")
FROM "usage_day" AS usage JOIN "realm" ON realm."id" = usage."realmId"
WHERE usage."day" >= (now() AT TIME ZONE 'UTC')::date - 31
  AND usage."day" < (now() AT TIME ZONE 'UTC')::date - 1
GROUP BY 1, 2, 3, 4
ON CONFLICT ("orgId", "day", "clientId", "isSandbox") DO NOTHING;
