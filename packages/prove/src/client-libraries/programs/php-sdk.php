<?php

// Runs a checkout of Intuit's PHP SDK for the walk: reads one JSON call per line and writes one JSON result per line.

namespace QuickBooksOnline\API;

use QuickBooksOnline\API\DataService\DataService;
use QuickBooksOnline\API\ReportService\ReportService;

error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING);
ini_set('display_errors', 'stderr');

// The addresses of OAuth are constants of the SDK.
spl_autoload_register(function (string $class): void {
    $file = getenv('LIBRARY') . '/src/' . str_replace('\\', '/', substr($class, strlen(__NAMESPACE__) + 1)) . '.php';
    if (!str_starts_with($class, __NAMESPACE__) || !file_exists($file)) return;
    if (!str_ends_with($class, 'CoreConstants')) {
        require $file;
        return;
    }
    $oauth = getenv('BASE_URL') . '/oauth2/v1';
    eval('?>' . strtr(file_get_contents($file), [
        'https://appcenter.intuit.com/connect/oauth2' => "$oauth/authorize",
        'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer' => "$oauth/tokens",
        'https://developer.api.intuit.com/v2/oauth2/tokens/revoke' => "$oauth/revoke",
    ]));
});

/** A fault, with the code that the SDK found in it. */
class Fault extends \Exception
{
    public function __construct(string $message, public readonly string $faultCode)
    {
        parent::__construct($message);
    }
}

class Operations
{
    private DataService $service;

    /** The records read, which are changed and sent back whole. */
    private array $found = [];

    public function __construct()
    {
        $this->service = DataService::Configure([
            'auth_mode' => 'oauth2',
            'ClientID' => getenv('CLIENT_ID'),
            'ClientSecret' => getenv('CLIENT_SECRET'),
            'RedirectURI' => getenv('REDIRECT_URI'),
            'scope' => 'com.intuit.quickbooks.accounting',
            'state' => 'a',
            'baseUrl' => getenv('BASE_URL'),
        ]);
        $this->service->disableLog();
    }

    public function authorizeUrl(): string
    {
        return $this->service->getOAuth2LoginHelper()->getAuthorizationCodeURL();
    }

    public function exchange(string $redirect): void
    {
        parse_str(parse_url($redirect, PHP_URL_QUERY), $query);
        $helper = $this->service->getOAuth2LoginHelper();
        $token = $helper->exchangeAuthorizationCodeForToken($query['code'], getenv('REALM_ID'));
        $this->service->updateOAuth2Token($token);
    }

    public function create(string $entity, array $record): array
    {
        $facade = __NAMESPACE__ . "\\Facades\\$entity";
        return $this->show($this->check($this->service->Add($facade::create($record))));
    }

    public function read(string $entity, string $id): array
    {
        $this->found[$id] = $this->check($this->service->FindById($entity, $id));
        return $this->show($this->found[$id]);
    }

    public function sparseUpdate(string $entity, array $record): array
    {
        $fields = array_diff_key($record, ['Id' => true, 'SyncToken' => true]);
        $this->read($entity, $record['Id']);
        return $this->update($entity, $record['Id'], $fields + ['sparse' => true]);
    }

    public function fullUpdate(string $entity, array $record): array
    {
        return $this->update($entity, $record['Id'], ['PrivateNote' => $record['PrivateNote']]);
    }

    public function query(string $entity, string $field, string $value): array
    {
        return $this->select("select * from $entity where $field = '" . addcslashes($value, "'\\") . "'");
    }

    public function pages(string $entity, int $size): array
    {
        $records = [];
        do {
            $page = $this->select("select * from $entity", count($records) + 1, $size);
            $records = array_merge($records, $page);
        } while (count($page) === $size);
        return $records;
    }

    public function batch(array $items): array
    {
        $batch = $this->service->CreateNewBatch();
        foreach ($items as $item) {
            $batch->AddEntity(Facades\Customer::create($item['Customer']), $item['bId'], $item['operation']);
        }
        $batch->Execute();
        return array_map(function (array $item) use ($batch): array {
            $response = $batch->IntuitBatchResponse($item['bId']);
            if ($response->exception === null) return ['Customer' => $this->show($response->entity)];
            return ['Fault' => ['Error' => [['code' => (string) $response->exception->getCode()]]]];
        }, $items);
    }

    public function changes(string $entity, string $since): array
    {
        $response = $this->check($this->service->CDC([$entity], strtotime($since)));
        return array_map($this->show(...), $response->entities[$entity] ?? []);
    }

    public function void(string $entity, array $record): array
    {
        return $this->show($this->check($this->service->Void($this->reference($entity, $record))));
    }

    public function delete(string $entity, array $record): array
    {
        return $this->show($this->check($this->service->Delete($this->reference($entity, $record))));
    }

    public function report(string $name): array
    {
        $context = $this->service->getServiceContext();
        $context->useJson();
        $report = (new ReportService($context))->executeReport($name);
        $context->useXml();
        return (array) $report->Header;
    }

    public function refresh(): void
    {
        $token = $this->service->getServiceContext()->IppConfiguration->Security;
        $helper = new Core\OAuth\OAuth2\OAuth2LoginHelper(getenv('CLIENT_ID'), getenv('CLIENT_SECRET'));
        $refreshed = $helper->refreshAccessTokenWithRefreshToken($token->getRefreshToken());
        $refreshed->setRealmID(getenv('REALM_ID'));
        $refreshed->setBaseURL(getenv('BASE_URL') . '/');
        $this->service->updateOAuth2Token($refreshed);
    }

    public function revoke(): void
    {
        $token = $this->service->getServiceContext()->IppConfiguration->Security;
        $helper = new Core\OAuth\OAuth2\OAuth2LoginHelper(getenv('CLIENT_ID'), getenv('CLIENT_SECRET'));
        $helper->revokeToken($token->getRefreshToken());
    }

    private function update(string $entity, string $id, array $fields): array
    {
        $facade = __NAMESPACE__ . "\\Facades\\$entity";
        return $this->show($this->check($this->service->Update($facade::update($this->found[$id], $fields))));
    }

    private function select(string $query, ?int $position = null, ?int $size = null): array
    {
        return array_map($this->show(...), $this->check($this->service->Query($query, $position, $size)) ?? []);
    }

    private function reference(string $entity, array $record): object
    {
        $class = __NAMESPACE__ . "\\Data\\IPP$entity";
        return new $class(['Id' => $record['Id'], 'SyncToken' => $record['SyncToken']]);
    }

    private function check(mixed $result): mixed
    {
        $fault = $this->service->getLastError();
        if ($fault) throw new Fault($fault->getResponseBody(), (string) $fault->getIntuitErrorCode());
        return $result;
    }

    private function show(object $record): array
    {
        $fields = ['Id', 'SyncToken', 'DisplayName', 'TotalAmt'];
        return array_filter(array_intersect_key(get_object_vars($record), array_flip($fields)), fn($each) => $each !== null);
    }
}

$operations = new Operations();
while (($line = fgets(STDIN)) !== false) {
    ['operation' => $operation, 'parameters' => $parameters] = json_decode($line, true);
    try {
        $reply = ['result' => $operations->$operation(...$parameters)];
    } catch (\Throwable $error) {
        $reply = ['error' => get_class($error) . ': ' . $error->getMessage()];
        $reply['code'] = $error instanceof Fault ? $error->faultCode : null;
    }
    fwrite(STDOUT, json_encode($reply) . "\n");
}
