import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles the class of Intuit's Java SDK that verifies webhooks, and runs it. */
public class JavaSdkReceiver {
    public static void main(String[] arguments) throws Exception {
        JsonNode call = new ObjectMapper().readTree(System.in);
        String folder = arguments[0];
        String sources = folder + "/ipp-v3-java-devkit/src/main/java";
        Path classes = Files.createTempDirectory("receiver");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int failed = compiler.run(null, null, System.err,
            "-nowarn", "-d", classes.toString(), "-classpath", System.getProperty("java.class.path"),
            "-sourcepath", String.join(File.pathSeparator, List.of(sources, folder + "/ipp-v3-java-data/src/main/java")),
            sources + "/com/intuit/ipp/services/WebhooksService.java");
        if (failed != 0) throw new IllegalStateException("The SDK was not compiled.");
        ClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
        Class<?> config = loader.loadClass("com.intuit.ipp.util.Config");
        String name = (String) config.getField("WEBHOOKS_VERIFIER_TOKEN").get(null);
        config.getMethod("setProperty", String.class, String.class).invoke(null, name, call.get("token").asText());
        Class<?> service = loader.loadClass("com.intuit.ipp.services.WebhooksService");
        Object verified = service.getMethod("verifyPayload", String.class, String.class).invoke(
            service.getConstructor().newInstance(),
            call.get("headers").get("intuit-signature").asText(), call.get("body").asText());
        System.out.println("{\"isVerified\":" + verified + "}");
    }
}
