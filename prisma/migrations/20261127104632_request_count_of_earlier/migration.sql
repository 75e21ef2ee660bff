-- Counts the requests logged before the triggers, while servers log others.
INSERT INTO "request_count" ("orgId", "at", "ok", "clientErrors", "serverErrors", "failures")
SELECT "orgId", date_bin('30 minutes', "createdAt", '2026-01-01T00:00:00Z'),
  count(*) FILTER (WHERE status < 400), count(*) FILTER (WHERE status BETWEEN 400 AND 499),
  count(*) FILTER (WHERE status >= 500), count(*) FILTER (WHERE code IS NOT NULL OR "itemFailures" IS NOT NULL)
FROM "logged_request"
WHERE "createdAt" < (SELECT coalesce(min("at"), now()) FROM "request_count")
GROUP BY 1, 2
ON CONFLICT ("orgId", "at") DO NOTHING;
