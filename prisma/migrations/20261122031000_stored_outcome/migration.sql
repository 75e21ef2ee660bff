-- AlterTable
ALTER TABLE "request_outcome" RENAME COLUMN "answers" TO "responses";

ALTER TABLE "request_outcome" ADD COLUMN     "outcome" JSON,
ADD COLUMN     "respondedAt" TIMESTAMPTZ(3);

-- Responses that were stored as text: the outcome is the body without `time`, which is its last field.
UPDATE "request_outcome"
SET "outcome" = (
      '{"body":' || regexp_replace("body", ',?"time":"[^"]*"\}$', '}')
      || ',"warnings":' || CASE WHEN "headers" ? 'X-SVC-Warning'
                           THEN json_build_array("headers" ->> 'X-SVC-Warning')::text ELSE '[]' END
      || '}'
    )::json,
    "respondedAt" = substring("body" from '"time":"([^"]*)"\}$')::timestamptz
WHERE "status" = 200;

-- Faults: the detail without the link that ends it.
UPDATE "request_outcome"
SET "outcome" = json_build_object('fault', json_strip_nulls(json_build_object(
      'code', "body"::json #>> '{Fault,Error,0,code}',
      'detail', regexp_replace("body"::json #>> '{Fault,Error,0,Detail}', ' \S*$', ''),
      'element', "body"::json #>> '{Fault,Error,0,element}',
      'status', "status",
      'retryAfterSeconds', ("headers" ->> 'Retry-After')::int
    ))),
    "respondedAt" = ("body"::json ->> 'time')::timestamptz
WHERE "status" <> 200;

ALTER TABLE "request_outcome" DROP COLUMN "status",
DROP COLUMN "headers",
DROP COLUMN "body",
DROP COLUMN "code";
