-- Counts the failures logged before the triggers, while servers log others: the half-hours that the migration before did
-- not count.
INSERT INTO "failure_count" ("orgId", "at", "code", "operation", "entity", "field", "clientId", "status", "count", "firstAt", "lastAt")
SELECT request."orgId", date_bin('30 minutes', request."createdAt", '2026-01-01T00:00:00Z'), failed.code,
  coalesce(failed.operation, ''), coalesce(failed.entity, ''), coalesce(failed.field, ''),
  coalesce(request."clientId", ''), max(failed.status), count(*), min(request."createdAt"), max(request."createdAt")
FROM "logged_request" AS request, list_failures(request.code, request.status, request.operation, request.entity,
  request.field, request."itemFailures") AS failed
WHERE (request."code" IS NOT NULL OR request."itemFailures" IS NOT NULL)
  AND request."createdAt" < (SELECT coalesce(min("at"), now()) FROM "failure_count")
GROUP BY 1, 2, 3, 4, 5, 6, 7
ON CONFLICT DO NOTHING;
