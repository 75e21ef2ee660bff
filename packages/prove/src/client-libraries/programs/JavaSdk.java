import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.intuit.ipp.core.Context;
import com.intuit.ipp.core.IEntity;
import com.intuit.ipp.core.ServiceType;
import com.intuit.ipp.data.CompanyCurrency;
import com.intuit.ipp.data.Customer;
import com.intuit.ipp.data.ExchangeRate;
import com.intuit.ipp.data.IntuitEntity;
import com.intuit.ipp.data.Invoice;
import com.intuit.ipp.data.Line;
import com.intuit.ipp.data.LineDetailTypeEnum;
import com.intuit.ipp.data.LinkedTxn;
import com.intuit.ipp.data.OperationEnum;
import com.intuit.ipp.data.Payment;
import com.intuit.ipp.data.ReferenceType;
import com.intuit.ipp.data.SalesItemLineDetail;
import com.intuit.ipp.data.Transaction;
import com.intuit.ipp.exception.FMSException;
import com.intuit.ipp.security.OAuth2Authorizer;
import com.intuit.ipp.services.BatchOperation;
import com.intuit.ipp.services.DataService;
import com.intuit.ipp.services.ReportService;
import com.intuit.ipp.util.Config;
import com.intuit.oauth2.client.OAuth2PlatformClient;
import com.intuit.oauth2.config.OAuth2Config;
import com.intuit.oauth2.config.Scope;
import com.intuit.oauth2.data.BearerTokenResponse;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs a checkout of Intuit's Java SDK for the walk: reads one JSON call per line and writes one JSON result per line. */
public class JavaSdk {
    private static final ObjectMapper json = new ObjectMapper();
    private static final String baseUrl = System.getenv("BASE_URL");

    private final OAuth2Config oauth =
        new OAuth2Config.OAuth2ConfigBuilder(System.getenv("CLIENT_ID"), System.getenv("CLIENT_SECRET"))
            .callDiscoveryAPI(baseUrl + "/.well-known/openid_configuration")
            .buildConfig();
    private final OAuth2PlatformClient platform = new OAuth2PlatformClient(oauth);
    private BearerTokenResponse token;
    /** The invoices read, which are sent back whole. */
    private final Map<String, Invoice> invoices = new HashMap<>();

    public static void main(String[] arguments) throws Exception {
        // What the SDK prints must not come between the results.
        PrintStream results = System.out;
        System.setOut(System.err);
        // The SDK leaves out the port of an address, but not that of a proxy.
        URI service = URI.create(baseUrl);
        Config.setProperty(Config.BASE_URL_QBO, "http://" + service.getHost() + "/v3/company");
        Config.setProperty(Config.PROXY_HOST, service.getHost());
        Config.setProperty(Config.PROXY_PORT, String.valueOf(service.getPort()));
        JavaSdk library = new JavaSdk();
        BufferedReader calls = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = calls.readLine(); line != null; line = calls.readLine()) {
            JsonNode call = json.readTree(line);
            Map<String, Object> reply = new HashMap<>();
            try {
                reply.put("result", library.run(call.get("operation").asText(), call.get("parameters")));
            } catch (Exception error) {
                reply.put("error", error.toString());
                reply.put("code", readCode(error));
            }
            results.write((json.writeValueAsString(reply) + "\n").getBytes(StandardCharsets.UTF_8));
            results.flush();
        }
    }

    private static String readCode(Exception error) {
        if (!(error instanceof FMSException)) return null;
        List<com.intuit.ipp.data.Error> errors = ((FMSException) error).getErrorList();
        return errors == null || errors.isEmpty() ? null : errors.get(0).getCode();
    }

    private Object run(String operation, JsonNode parameters) throws Exception {
        String first = parameters.path(0).asText();
        JsonNode second = parameters.path(1);
        switch (operation) {
            case "authorizeUrl":
                return oauth.prepareUrl(List.of(Scope.Accounting), System.getenv("REDIRECT_URI"), "a");
            case "exchange":
                String code = URI.create(first).getQuery().replaceAll(".*\\bcode=([^&]*).*", "$1");
                token = platform.retrieveBearerTokens(code, System.getenv("REDIRECT_URI"));
                return null;
            case "create":
                return show(service().add(build(first, second)));
            case "read":
                return read(first, second.asText());
            case "sparseUpdate":
                return show(service().update(sparse(build(first, second))));
            case "fullUpdate":
                Invoice invoice = invoices.get(second.get("Id").asText());
                invoice.setPrivateNote(second.get("PrivateNote").asText());
                return show(service().update(invoice));
            case "query":
                String value = parameters.get(2).asText().replace("\\", "\\\\").replace("'", "\\'");
                return query("select * from " + first + " where " + second.asText() + " = '" + value + "'");
            case "pages":
                return pages(first, second.asInt());
            case "batch":
                return batch(parameters.get(0));
            case "changes":
                return show(service().executeCDCQuery(List.of(create(first)), second.asText())
                    .get(0).getQueryResults().get(first).getEntities());
            case "void":
                return show(service().voidRequest(build(first, second)));
            case "delete":
                return show(service().delete(build(first, second)));
            case "report":
                return Map.of(
                    "ReportName", new ReportService(context()).executeReport(first).getHeader().getReportName(),
                    "Currency", new ReportService(context()).executeReport(first).getHeader().getCurrency());
            case "refresh":
                token = platform.refreshToken(token.getRefreshToken());
                return null;
            case "revoke":
                platform.revokeToken(token.getRefreshToken());
                return null;
            default:
                throw new IllegalArgumentException(operation);
        }
    }

    private Context context() throws FMSException {
        OAuth2Authorizer authorizer = new OAuth2Authorizer(token.getAccessToken());
        return new Context(authorizer, ServiceType.QBO, System.getenv("REALM_ID"));
    }

    private DataService service() throws FMSException {
        return new DataService(context());
    }

    private Object read(String entity, String id) throws FMSException {
        IntuitEntity wanted = create(entity);
        wanted.setId(id);
        IntuitEntity found = service().findById(wanted);
        if (found instanceof Invoice) invoices.put(id, (Invoice) found);
        return show(found);
    }

    private List<Object> query(String query) throws FMSException {
        return show(service().executeQuery(query).getEntities());
    }

    private List<Object> pages(String entity, int size) throws FMSException {
        List<Object> records = new ArrayList<>();
        while (true) {
            int position = records.size() + 1;
            List<Object> page =
                query("select * from " + entity + " startposition " + position + " maxresults " + size);
            records.addAll(page);
            if (page.size() < size) return records;
        }
    }

    private List<Object> batch(JsonNode items) throws FMSException {
        BatchOperation batch = new BatchOperation();
        for (JsonNode item : items) {
            OperationEnum operation = OperationEnum.fromValue(item.get("operation").asText());
            IntuitEntity customer = build("Customer", item.get("Customer"));
            batch.addEntity(item.at("/Customer/sparse").asBoolean() ? sparse(customer) : customer, operation,
                item.get("bId").asText());
        }
        service().executeBatch(batch);
        List<Object> results = new ArrayList<>();
        for (String id : batch.getBIds()) {
            if (batch.isFault(id)) {
                String code = batch.getFault(id).getError().get(0).getCode();
                results.add(Map.of("Fault", Map.of("Error", List.of(Map.of("code", code)))));
            } else {
                results.add(Map.of("Customer", show((IntuitEntity) batch.getEntity(id))));
            }
        }
        return results;
    }

    private static IntuitEntity create(String entity) {
        switch (entity) {
            case "Invoice":
                return new Invoice();
            case "Payment":
                return new Payment();
            default:
                return new Customer();
        }
    }

    private static IntuitEntity sparse(IntuitEntity entity) {
        entity.setSparse(true);
        return entity;
    }

    private static IntuitEntity build(String entity, JsonNode record) {
        IntuitEntity built = create(entity);
        built.setId(record.path("Id").asText(null));
        built.setSyncToken(record.path("SyncToken").asText(null));
        if (built instanceof Customer) fillCustomer((Customer) built, record);
        else if (built.getId() == null) fillTransaction((Transaction) built, record);
        return built;
    }

    private static void fillCustomer(Customer customer, JsonNode record) {
        customer.setDisplayName(record.path("DisplayName").asText(null));
        customer.setGivenName(record.path("GivenName").asText(null));
        customer.setFamilyName(record.path("FamilyName").asText(null));
        customer.setSuffix(record.path("Suffix").asText(null));
        customer.setCurrencyRef(reference(record.path("CurrencyRef")));
    }

    private static void fillTransaction(Transaction transaction, JsonNode record) {
        transaction.setCurrencyRef(reference(record.path("CurrencyRef")));
        transaction.setExchangeRate(decimal(record.path("ExchangeRate")));
        boolean isInvoice = transaction instanceof Invoice;
        for (JsonNode each : record.get("Line"))
            transaction.getLine().add(isInvoice ? buildLine(each) : buildPaymentLine(each));
        ReferenceType customer = reference(record.path("CustomerRef"));
        if (isInvoice) {
            ((Invoice) transaction).setCustomerRef(customer);
        } else {
            ((Payment) transaction).setCustomerRef(customer);
            ((Payment) transaction).setTotalAmt(decimal(record.path("TotalAmt")));
        }
    }

    private static Line buildLine(JsonNode record) {
        JsonNode sold = record.get("SalesItemLineDetail");
        SalesItemLineDetail detail = new SalesItemLineDetail();
        detail.setItemRef(reference(sold.path("ItemRef")));
        detail.setQty(decimal(sold.path("Qty")));
        detail.setUnitPrice(decimal(sold.path("UnitPrice")));
        Line line = new Line();
        line.setAmount(decimal(record.path("Amount")));
        line.setDetailType(LineDetailTypeEnum.SALES_ITEM_LINE_DETAIL);
        line.setSalesItemLineDetail(detail);
        return line;
    }

    private static Line buildPaymentLine(JsonNode record) {
        Line line = new Line();
        line.setAmount(decimal(record.path("Amount")));
        for (JsonNode each : record.get("LinkedTxn")) {
            LinkedTxn paid = new LinkedTxn();
            paid.setTxnId(each.get("TxnId").asText());
            paid.setTxnType(each.get("TxnType").asText());
            line.getLinkedTxn().add(paid);
        }
        return line;
    }

    private static BigDecimal decimal(JsonNode number) {
        return number.isNumber() ? new BigDecimal(number.asText()) : null;
    }

    private static ReferenceType reference(JsonNode record) {
        if (!record.isObject()) return null;
        ReferenceType reference = new ReferenceType();
        reference.setValue(record.get("value").asText());
        reference.setName(record.path("name").asText(null));
        return reference;
    }

    private static List<Object> show(List<? extends IEntity> records) {
        List<Object> shown = new ArrayList<>();
        if (records != null) for (IEntity record : records) shown.add(show((IntuitEntity) record));
        return shown;
    }

    private static Object show(IntuitEntity record) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("Id", record.getId());
        shown.put("SyncToken", record.getSyncToken());
        if (record instanceof Customer) {
            shown.put("DisplayName", ((Customer) record).getDisplayName());
            shown.put("CurrencyRef", show(((Customer) record).getCurrencyRef()));
        } else if (record instanceof Transaction) {
            showTransaction((Transaction) record, shown);
        } else if (record instanceof CompanyCurrency) {
            CompanyCurrency currency = (CompanyCurrency) record;
            shown.put("Code", currency.getCode());
            shown.put("Name", currency.getName());
            shown.put("Active", currency.isActive());
        } else if (record instanceof ExchangeRate) {
            ExchangeRate rate = (ExchangeRate) record;
            shown.put("SourceCurrencyCode", rate.getSourceCurrencyCode());
            shown.put("TargetCurrencyCode", rate.getTargetCurrencyCode());
            shown.put("Rate", rate.getRate());
        }
        return shown;
    }

    private static void showTransaction(Transaction transaction, Map<String, Object> shown) {
        shown.put("CurrencyRef", show(transaction.getCurrencyRef()));
        shown.put("ExchangeRate", transaction.getExchangeRate());
        if (transaction instanceof Invoice) {
            Invoice invoice = (Invoice) transaction;
            shown.put("TotalAmt", invoice.getTotalAmt());
            shown.put("Balance", invoice.getBalance());
            shown.put("HomeBalance", invoice.getHomeBalance());
        } else if (transaction instanceof Payment) {
            shown.put("TotalAmt", ((Payment) transaction).getTotalAmt());
            shown.put("UnappliedAmt", ((Payment) transaction).getUnappliedAmt());
        }
    }

    private static Object show(ReferenceType reference) {
        return reference == null ? null : Map.of("value", reference.getValue(), "name", String.valueOf(reference.getName()));
    }
}
