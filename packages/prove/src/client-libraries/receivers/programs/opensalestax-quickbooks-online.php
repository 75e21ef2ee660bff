<?php

/** Runs the class of opensalestax-quickbooks-online that verifies webhooks. */

use OpenSalesTax\QuickBooksOnline\Security\SignatureException;
use OpenSalesTax\QuickBooksOnline\Security\SignatureVerifier;

$call = json_decode(stream_get_contents(STDIN), true);
$folder = $argv[1] . '/src/Security';
require "$folder/SignatureException.php";
require "$folder/SignatureVerifier.php";

$isVerified = true;
try {
    (new SignatureVerifier($call['token']))->verify($call['body'], $call['headers'][SignatureVerifier::HEADER_NAME]);
} catch (SignatureException) {
    $isVerified = false;
}
echo json_encode(['isVerified' => $isVerified]);
