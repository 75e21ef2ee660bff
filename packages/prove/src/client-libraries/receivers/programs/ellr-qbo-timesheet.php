<?php

/** Runs the class of ellr-qbo-timesheet that verifies webhooks, without Laravel. */
$call = json_decode(stream_get_contents(STDIN), true);

function config(string $name, mixed $default = null): mixed
{
    global $call;
    return $name === 'quickbooks.webhook_verifier' ? $call['token'] : $default;
}

require $argv[1] . '/backend/app/Services/QuickBooksWebhookVerifierService.php';

$service = new App\Services\QuickBooksWebhookVerifierService();
$isVerified = $service->isValid($call['body'], $call['headers']['intuit-signature']);
echo json_encode(['isVerified' => $isVerified]);
